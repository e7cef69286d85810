import type { ColumnType, Generated } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';

export type NetworkKind = 'wan' | 'lan' | 'int';

/** Specification section 4: network types. */
export const networkType: Record<NetworkKind, number> = { lan: 0, wan: 1, int: 2 };

/** Specification section 4: IP type codes. */
export const addressKind = { none: 0, reserved: 1, gateway: 2, reservedUser: 3 } as const;

export interface Route {
  to: string;
  via: string;
}

type NetworkTables = {
  network: {
    id: Generated<string>;
    datacenter_id: string;
    kind: NetworkKind;
    name: string;
    vlan: number;
    description: Generated<string>;
    owner_id: string | null;
    site_id: string | null;
    created_at: Generated<Date>;
  };
  subnet: {
    id: Generated<string>;
    network_id: string;
    cidr: string;
    gateway: string | null;
    dns: string[];
    has_dhcp: Generated<boolean>;
    description: Generated<string>;
    routes: ColumnType<Route[], string | undefined, string>;
    created_at: Generated<Date>;
  };
  nic: {
    id: string;
    position: Generated<number>;
    server_id: string;
    network_id: string;
    mac: string;
    server_name: string;
    owner_id: string;
    site_id: string;
    created_at: Generated<Date>;
  };
  address: {
    subnet_id: string;
    ip: string;
    kind: number;
    nic_id: string | null;
    since: Generated<Date>;
    reverse_name: string | null;
    note: Generated<string>;
    reserved_for: string | null;
  };
};

export const networkTables = (db: Context['db']) => db.withTables<NetworkTables>();
export type Db = Pick<Context, 'db'>;
