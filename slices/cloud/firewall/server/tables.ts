import type { ColumnType, Generated } from 'kysely';
import type * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import type { firewallEntry, firewallPolicy, firewallRule } from '../contract.ts';

export type Rule = z.output<typeof firewallRule>;
export type Entry = z.output<typeof firewallEntry>;
export type Policy = z.output<typeof firewallPolicy>;

type Json<T> = ColumnType<T, string | null | undefined, string | null>;

type FirewallTables = {
  firewall_group: {
    id: Generated<string>;
    owner_id: string;
    site_id: string;
    name: string;
    description: string;
    rules: ColumnType<Rule[], string | undefined, string>;
    draft: Json<Rule[] | null>;
    changed_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  firewall_card: {
    nic_id: string;
    server_id: string;
    policy: Json<Policy | null>;
    draft: Json<Policy | null>;
    applied: string | null;
    applied_at: Date | null;
  };
};

export type Db = Pick<Context, 'db'>;

export const firewallTables = (ctx: Db) => ctx.db.withTables<FirewallTables>();

/** The policy of an interface that never had any rules. */
export const open: Policy = { in: 'accept', out: 'accept', entries: [] };
