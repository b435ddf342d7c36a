const rowsBetweenPauses = 65_536;

interface Sorted {
  readonly rows: Int32Array;
  /** Rows with key k are those from offsets[k] to offsets[k + 1]. */
  readonly offsets: Int32Array;
}

/** Stable sort of rows by a key from 0 to below `keyCount`. */
export function* countingSort(rows: Int32Array, keys: Int32Array, keyCount: number): Generator<void, Sorted> {
  const offsets = new Int32Array(keyCount + 1);
  for (let row = 0; row < keys.length; row += 1) offsets[keys[row] + 1] += 1;
  for (let key = 0; key < keyCount; key += 1) offsets[key + 1] += offsets[key];
  const next = offsets.slice();
  const sorted = new Int32Array(rows.length);
  for (let place = 0; place < rows.length; place += 1) {
    const key = keys[rows[place]];
    sorted[next[key]] = rows[place];
    next[key] += 1;
    if (place % rowsBetweenPauses === 0) yield;
  }
  return { rows: sorted, offsets };
}

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
