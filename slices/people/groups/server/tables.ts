import type { Generated } from 'kysely';
import type { ObjectType, Right } from '../../../../contract/access/rights.ts';
import type { Context } from '../../../../server/platform/context.ts';

type GroupTables = {
  user_group: {
    id: Generated<string>;
    site_id: string;
    owner_id: string | null;
    name: string;
    description: string;
    created_at: Generated<Date>;
    created_by: string | null;
  };
  user_group_member: {
    group_id: string;
    user_id: string;
    added_at: Generated<Date>;
    added_by: string | null;
  };
  user_group_right: {
    id: Generated<string>;
    group_id: string;
    object_type: ObjectType;
    object_id: string | null;
    level: Right;
    granted_at: Generated<Date>;
    granted_by: string | null;
  };
};

export const groupTables = (ctx: Pick<Context, 'db'>) => ctx.db.withTables<GroupTables>();
