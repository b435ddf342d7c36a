import { CopyWriter } from './copy-writer.js';

/** A statement that adds rows to a table: COPY with `rows`, or INSERT with the one `row`. */
export type AddedRows =
  | { readonly text: string; readonly rows: Buffer; readonly row?: undefined }
  | { readonly text: string; readonly row: Buffer; readonly rows?: undefined };

/** Writes the cell of a column. */
type WriteCell<Row, Context> = (writer: CopyWriter, row: Row, context: Context) => void;

/**
 * Adds rows to a table by COPY in the binary format. Compared with INSERT, the server parses no text and evaluates no
 * expression per cell, and writes one WAL record per page instead of one per row. A single row is inserted: the server
 * starts an INSERT faster, and announces a COPY in a packet of its own. The parameters of an INSERT have the format of
 * copied cells.
 */
export class CopyTable<Row, Context = null> {
  private readonly copyText: string;
  private readonly insertText: string;
  private readonly cells: readonly WriteCell<Row, Context>[];

  /** Each column with the function that writes its cell of a row: exactly one. */
  constructor(table: string, columns: Readonly<Record<string, WriteCell<Row, Context>>>) {
    const names = Object.keys(columns);
    const list = names.join(', ');
    this.copyText = `copy ${table} (${list}) from stdin (format binary)`;
    this.insertText = `insert into ${table} (${list}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
    this.cells = Object.values(columns);
  }

  of(rows: readonly Row[], context: Context): AddedRows {
    const { copyText, insertText, cells } = this;
    const writer = new CopyWriter();
    for (const row of rows) {
      writer.startRow(cells.length);
      for (let index = 0; index < cells.length; index += 1) cells[index](writer, row, context);
    }
    return rows.length === 1 ? { text: insertText, row: writer.endRow() } : { text: copyText, rows: writer.end() };
  }
}
