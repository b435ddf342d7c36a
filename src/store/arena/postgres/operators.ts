import { clockTime } from '../../sql/clock-time.js';
import type { ReadScope } from '../../sql/feature-store.js';
import type { OperatorWrites } from '../interface.js';

export function operatorWrites({ sql, clock }: ReadScope): OperatorWrites {
  return {
    async record({ at, actor, action, subject, details }) {
      await sql`insert into operator_actions (at, actor, action, subject, details)
        values (${new Date(at)}, ${actor}, ${action}, ${subject}, ${sql.json(details as never)})`;
    },
    async renameSubject(handle, newHandle) {
      await sql`update operator_actions set subject = ${newHandle}
        where action = 'player.plan' and subject = ${handle}`;
    },
    now: () => clockTime(sql, clock),
  };
}
