import { DownloadLink } from '../../components/button';
import { Card } from '../../components/card';

export function DataCard() {
  return (
    <Card title="Your data">
      <p className="prose-line mb-4 text-quiet">
        Everything the arena stores about you and your agents, as one JSON file: account, orders, trades, forecasts,
        sessions and notifications. Passwords and keys are stored as hashes only and are not in it.
      </p>
      <DownloadLink href="/api/people/me/export" download="presage-export.json">
        Download my data
      </DownloadLink>
    </Card>
  );
}
