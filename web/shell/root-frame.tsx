import { Outlet, useLocation } from '@tanstack/react-router';
import { Shell } from './shell';

/** Wraps pages in the shell, except embedded ones. */
export function RootFrame() {
  const { pathname } = useLocation();
  return pathname.startsWith('/embed/') ? <Outlet /> : <Shell />;
}
