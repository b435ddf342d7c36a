import type { ReactNode } from 'react';
import { ErrorNotice, SkeletonRows } from '../../components/states';

interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'right';
  /** Hidden below 820 px. */
  readonly isMinor?: boolean;
  readonly className?: string;
}

interface DataTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[] | undefined;
  readonly rowKey: (row: T) => string;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly empty: ReactNode;
}

const cellClass = <T,>({ align, isMinor, className = '' }: Column<T>) =>
  `${align === 'right' ? 'text-right' : 'text-left'} ${isMinor ? 'max-md:hidden' : ''} ${className}`;

/** A table with hairlines between rows. */
export function DataTable<T>({ label, columns, rows, rowKey, error, onRetry, empty }: DataTableProps<T>) {
  if (error) return <ErrorNotice error={error} onRetry={onRetry} />;
  if (!rows) return <SkeletonRows rows={6} height={44} />;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div className="overflow-x-auto">
      <table className="w-full" aria-label={label}>
        <thead>
          <tr className="text-12 text-quiet">
            {columns.map(column => (
              <th
                key={column.title}
                scope="col"
                className={`px-2 pb-2 font-normal first:pl-0 last:pr-0 ${cellClass(column)}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)} className="border-t border-line align-top">
              {columns.map(column => (
                <td key={column.title} className={`px-2 py-2.5 first:pl-0 last:pr-0 ${cellClass(column)}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
