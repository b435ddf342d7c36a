const storageKey = 'presage.theme';

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}

/** Shows the button that switches the theme; the web app uses the same stored choice. */
export function addThemeToggle(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-toggle]');
  if (!button) return;
  const label = () => {
    button.textContent = isDark() ? 'Light theme' : 'Dark theme';
  };
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(storageKey, theme);
    } catch {
      // Storage may be blocked; then the choice applies to this page only.
    }
    label();
  });
  label();
  button.hidden = false;
}
