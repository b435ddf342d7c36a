import { useSession } from '../../api/session';
import { PageHeader } from '../../components/card';
import { useTitle } from '../../shell/use-title';
import { DataCard } from './data-card';
import { DeleteCard } from './delete-card';
import { EmailCard } from './email-card';
import { NotificationsCard } from './notifications-card';
import { PasskeysCard } from './passkeys-card';
import { PasswordCard } from './password-card';
import { ProfileCard } from './profile-card';
import { SessionsCard } from './sessions-card';
import { SignInNeeded } from './sign-in-needed';
import { ThemeCard } from './theme-card';

function Cards() {
  const { person } = useSession();
  if (!person) return null;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <ProfileCard key={person.id} person={person} />
        <EmailCard email={person.email} />
        <PasswordCard />
        <ThemeCard />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <SessionsCard />
        <PasskeysCard />
        <NotificationsCard />
        <DataCard />
        <DeleteCard />
      </div>
    </div>
  );
}

export function AccountPage() {
  useTitle('Account');
  return (
    <>
      <PageHeader title="Account" />
      <SignInNeeded icon="person" title="Your account" text="Sign in to change your name, password and settings.">
        <Cards />
      </SignInNeeded>
    </>
  );
}
