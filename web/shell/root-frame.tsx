import { Outlet, useLocation } from '@tanstack/react-router';
import { Shell } from './shell';

/** Pages have the shell around them; a frame on another site has nothing but its content. */
export function RootFrame() {
  const { pathname } = useLocation();
  return pathname.startsWith('/embed/') ? <Outlet /> : <Shell />;
}
