import { useState } from 'react';
import { Card } from '../../components/card';
import { Segmented } from '../../components/segmented';
import { setTheme, type Theme } from '../../shell/theme';

export function ThemeCard() {
  const [theme, setShown] = useState<Theme>(
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
  );
  return (
    <Card title="Theme">
      <Segmented
        label="Theme"
        value={theme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={value => {
          setTheme(value);
          setShown(value);
        }}
      />
    </Card>
  );
}
