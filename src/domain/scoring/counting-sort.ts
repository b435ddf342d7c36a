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
