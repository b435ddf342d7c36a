import { type FormEvent, useState } from 'react';
import { client, failureText, isStatus } from '../../api/client';
import { useSession, useSetSession } from '../../api/session';
import { useMutation } from '../../api/use-mutation';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorText } from '../../components/error-text';
import { TextField } from '../../components/field';
import { showToast } from '../../shell/toasts';

/**
 * Grants the operator role to a signed-in person who has the operator token. An arena gets its first operator this way.
 */
export function BecomeOperator() {
  const { person } = useSession();
  const setSession = useSetSession();
  const [token, setToken] = useState('');
  const claim = useMutation({
    mutationFn: async () => {
      const headers = { authorization: `Bearer ${token.trim()}` };
      const body = { role: 'operator', reason: 'Signed in with the operator token.' } as const;
      await client.call('setPersonRole', { params: { id: person?.id ?? '' }, body, headers });
      return (await client.call('getMe', {})).person;
    },
    async onSuccess(updated) {
      await setSession(updated);
      showToast('You are an operator now');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    claim.mutate();
  };
  const isWrong = isStatus(claim.error, 401);
  return (
    <div className="mx-auto max-w-[520px] pt-6">
      <h1 className="mb-2 text-28 font-semibold tracking-tight">Operators only</h1>
      <p className="mb-6 text-quiet">
        Your account does not have the operator role. An operator can grant it. To set up the first operator of this
        arena, enter the token that the service was started with (PRESAGE_OPERATOR_TOKEN).
      </p>
      <Card>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField
            label="Operator token"
            type="password"
            required
            autoComplete="off"
            value={token}
            onChange={event => setToken(event.target.value)}
            error={isWrong ? 'This is not the operator token.' : null}
            hint="Used once for this request and not stored in the browser."
          />
          {claim.error && !isWrong && <ErrorText text={failureText(claim.error)} />}
          <Button type="submit" kind="primary" busy={claim.isPending}>
            Become an operator
          </Button>
        </form>
      </Card>
    </div>
  );
}
