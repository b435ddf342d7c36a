import { clockTime } from '../../sql/clock-time.js';
import type { ReadScope } from '../../sql/feature-store.js';
import type { OperatorWrites } from '../interface.js';

export function operatorWrites({ sql, clock }: ReadScope): OperatorWrites {
  return {
    async record({ at, actor, action, subject, details }) {
      await sql`insert into operator_actions (at, actor, action, subject, details)
        values (${new Date(at)}, ${actor}, ${action}, ${subject}, ${sql.json(details as never)})`;
    },
    now: () => clockTime(sql, clock),
  };
}
