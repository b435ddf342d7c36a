/**
 * Returns the indexes of numbers in ascending order; the sort is stable. A merge sort on typed arrays is faster than
 * sorting with a comparison function, and it can yield.
 */
export function* sortedOrder(keys: Float64Array): Generator<void, Int32Array> {
  const count = keys.length;
  let order = new Int32Array(count).map((_, index) => index);
  let merged = new Int32Array(count);
  for (let width = 1; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      const to = Math.min(middle + width, count);
      let left = from;
      let right = middle;
      for (let place = from; place < to; place += 1) {
        const takesLeft = left < middle && (right >= to || keys[order[left]] <= keys[order[right]]);
        merged[place] = takesLeft ? order[left] : order[right];
        if (takesLeft) left += 1;
        else right += 1;
      }
    }
    [order, merged] = [merged, order];
    yield;
  }
  return order;
}
