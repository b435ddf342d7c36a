import { closed, named, Type } from '../../http/schema.js';
import { Email, KnownPassword, NewPassword } from './schemas.js';

const exampleEmail = 'ada@example.org';
const exampleToken = 'b1Gm3yX0v9QeTq5rJkLw7cZ2nHs8dFpA4uRiYoE6xVk';

const Token = () =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'One-time token of the link: the part after = in the fragment.',
    examples: [exampleToken],
  });

export const Accepted = named(
  'Accepted',
  closed(
    {
      accepted: Type.Boolean({ description: 'Always true, whether or not the address has an account.' }),
      message: Type.String({ description: 'What happens next.' }),
    },
    {
      description: 'The response is the same in all cases, so that it reveals no account.',
      examples: [{ accepted: true, message: 'If the address can be used, you will receive an email shortly.' }],
    },
  ),
);

export const SignUpConfirmation = named(
  'SignUpConfirmation',
  closed(
    { token: Token(), password: KnownPassword() },
    { examples: [{ token: exampleToken, password: 'correct horse battery' }] },
  ),
);

export const PasswordResetRequest = named(
  'PasswordResetRequest',
  closed({ email: Email() }, { examples: [{ email: exampleEmail }] }),
);

export const PasswordResetConfirmation = named(
  'PasswordResetConfirmation',
  closed(
    { token: Token(), newPassword: NewPassword() },
    { examples: [{ token: exampleToken, newPassword: 'another horse battery' }] },
  ),
);

export const EmailChangeRequest = named(
  'EmailChangeRequest',
  closed(
    { email: Email(), password: KnownPassword() },
    { examples: [{ email: 'ada@new.example', password: 'correct horse battery' }] },
  ),
);

export const EmailChangeConfirmation = named(
  'EmailChangeConfirmation',
  closed({ token: Token() }, { examples: [{ token: exampleToken }] }),
);
