const paths = {
  markets: 'M4 18V9m5.3 9V5m5.4 13v-6M20 18V8',
  portfolio: 'M4 8.5h16v10H4zM9 8.5V6h6v2.5M4 13h16',
  trophy:
    'M8 4h8v5a4 4 0 0 1-8 0zM8 5.5H4.8c0 3 1.2 4.5 3.4 4.7M16 5.5h3.2c0 3-1.2 4.5-3.4 4.7M12 13v4m-3.5 3h7M9.5 20c0-2 1-3 2.5-3s2.5 1 2.5 3',
  agent: 'M7 9h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM12 9V5m0 0h.01M9.5 13.5v1m5-1v1',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.6 3.6-5.5 7.5-5.5s6.700 1.900 7.500 5.500',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm9 2-4-4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1.100 1.100M17.300 17.300l1.100 1.100M5.600 18.400l1.100-1.100M17.300 6.700l1.100-1.100',
  moon: 'M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z',
  bell: 'M6.500 10a5.500 5.500 0 0 1 11 0c0 5 2 6.500 2 6.500h-15s2-1.500 2-6.500zM10 19.500c.4.700 1.100 1 2 1s1.600-.300 2-1',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  arrowUp: 'M12 19V5m-6 6 6-6 6 6',
  arrowDown: 'M12 5v14m-6-6 6 6 6-6',
  chevronDown: 'm6 9.500 6 6 6-6',
  chevronRight: 'm9.500 6 6 6-6 6',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zm0-12v4.500l3 1.500',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  share: 'M12 15V4m-4 3.500L12 4l4 3.500M5 13v6h14v-6',
  lock: 'M6.500 11h11v8.500h-11zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  info: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zm0-9v5m0-8h.01',
  warning: 'M12 4.500 3.500 19h17zM12 10v4.500m0 2h.01',
  circle: 'M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10z',
  cards: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  rows: 'M4 6.500h16M4 12h16M4 17.500h16',
  key: 'M14.500 13a4.500 4.500 0 1 0-4.300-3.200L4 16v4h4v-2.500h2.500V15l1.700-2.300c.7.200 1.500.300 2.300.300zM15.500 8.500h.01',
  external: 'M14 5h5v5M19 5l-8 8M11 6H5v13h13v-6',
  flag: 'M6 20V5m0 0c4-2.500 7 2 12-.500v8c-5 2.500-8-2-12 .500',
  home: 'M4 11 12 4.500 20 11v8.500h-5.500V14h-5v5.500H4z',
} as const;

export type IconName = keyof typeof paths;

/** Decorative: the enclosing control has the accessible name. */
export function Icon({ name, size = 18, className = '' }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={paths[name]} />
    </svg>
  );
}
