import { type DebianApp, installOnDebian } from './harness/debianApp.ts';
import { startBenchPortal } from './harness/portal.ts';
import { reportMarks } from './harness/report.ts';

/**
 * A PostgreSQL with continuous writes on a real Debian guest: its server is snapshotted meanwhile,
 * the tables are dropped, and the server is reverted to the snapshot. The database then continues
 * with every row in place, also after a power failure.
 */
const writerScript = `cd /
cat > /usr/local/bin/bench-writer <<'END'
#!/bin/sh
while :; do
  psql -qX bench <<SQL
begin;
update account set amount = amount - 1 where id = (select 1 + floor(random() * 5)::int);
update account set amount = amount + 1 where id = (select 6 + floor(random() * 5)::int);
insert into transfer default values;
commit;
SQL
done
END
chmod +x /usr/local/bin/bench-writer
su postgres -c "psql -qX -c 'create database bench'"
su postgres -c "psql -qX bench" <<'SQL'
create table account (id int primary key, amount int not null);
insert into account select id, 1000 from generate_series(1, 10) id;
create table transfer (id bigint generated always as identity primary key, at timestamptz not null default now());
create extension amcheck;
SQL
systemd-run --quiet --unit=bench-writer --uid=postgres /usr/local/bin/bench-writer
sleep 10`;

/**
 * Prints the sum of the accounts, which transfers don't change, the number of transfers, whether
 * the two agree, and whether the indexes are intact. After a start, the guest agent responds before
 * PostgreSQL does, so this waits.
 */
const remoteScript = `cd /
until su postgres -c 'pg_isready -q'; do sleep 1; done
su postgres -c "psql -AtqX -F ' ' bench" <<'SQL'
select (select sum(amount) from account), (select count(*) from transfer),
  (select sum(1000 - amount) from account where id <= 5) = (select count(*) from transfer),
  (select count(*) from (
    select bt_index_check(c.oid, true) from pg_class c join pg_am m on m.oid = c.relam and m.amname = 'btree'
    join pg_index i on i.indexrelid = c.oid and i.indisvalid where c.relkind = 'i' and c.relpersistence = 'p'
  ) as checked) > 100;
SQL`;

interface DatabaseState {
  transfers: number;
  isWhole: boolean;
}

async function readDatabaseState(guest: DebianApp): Promise<DatabaseState> {
  const [sum, transfers, agrees, checked] =
    (await guest.inside(remoteScript)).trim().split('\n').at(-1)?.split(' ') ?? [];
  return {
    transfers: Number(transfers),
    isWhole: sum === '10000' && agrees === 't' && checked === 't',
  };
}

const portal = await startBenchPortal({ CLOUDBERTH_ENGINE: 'auto' });
try {
  const { root } = portal;
  const guest = await installOnDebian(portal, 'postgresql', {});
  const path = `/servers/${guest.serverId}`;
  await guest.inside(writerScript);
  const before = await readDatabaseState(guest);
  const snapshot = await root.post<{ cmdId: number; snapshotId: string }>(`${path}/snapshots`, {
    name: 'while it is written to',
  });
  await guest.done(snapshot);
  const after = await readDatabaseState(guest);
  await guest.inside(
    `systemctl stop bench-writer; su postgres -c "psql -qX bench -c 'drop table transfer, account'"`,
  );
  await guest.done(
    await root.put<{ cmdId: number }>(`${path}/snapshots/${snapshot.body.snapshotId}/revert`),
  );
  const restored = await readDatabaseState(guest);
  const keepsRunning = await readDatabaseState(guest);
  await guest.done(
    await root.put<{ cmdId: number }>(`${path}/power`, { state: 'off', force: true }),
  );
  await guest.done(await root.put<{ cmdId: number }>(`${path}/power`, { state: 'on' }));
  const restarted = await readDatabaseState(guest);
  await guest.remove();
  process.stdout.write(
    `transfers: ${before.transfers} before the snapshot, ${after.transfers} after it, ${restored.transfers} when it was gone back to, ` +
      `${keepsRunning.transfers} a moment later, ${restarted.transfers} after the power was cut\n`,
  );
  const booleanMark = (claim: string, isTrue: boolean) =>
    ({ what: claim, value: isTrue ? 1 : 0, unit: '', kind: 'least', limit: 1 }) as const;
  reportMarks([
    booleanMark(
      'it is written to before and while the snapshot is taken',
      before.transfers > 0 && after.transfers > before.transfers,
    ),
    booleanMark(
      'gone back to, every sum, row and index agrees',
      restored.isWhole && restored.transfers >= before.transfers,
    ),
    booleanMark(
      'it goes on with what it did',
      keepsRunning.isWhole && keepsRunning.transfers > restored.transfers,
    ),
    booleanMark(
      'after a power cut too nothing that was committed is lost',
      restarted.isWhole && restarted.transfers >= keepsRunning.transfers,
    ),
  ]);
} finally {
  await portal.stop();
}
