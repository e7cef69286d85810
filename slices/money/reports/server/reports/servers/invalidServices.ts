import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import { billedFields, columnsOfUser, defineReport, resourceColumn } from '../../report.ts';

export const invalidServices = defineReport({
  id: 'invalidServices',
  title: localize('invalidServices'),
  detail: localize('invalidServices.detail'),
  icon: 'alert',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    resourceColumn,
    { key: 'name', title: localize('invalidServices.name'), type: 'text' },
    { key: 'item', title: localize('invalidServices.item'), type: 'text' },
    { key: 'since', title: localize('invalidServices.since.meteredSince'), type: 'moment' },
  ],
  sorting: 'since',
  // Row IDs are UUIDs. A resource with several items needs a separate ID for each.
  rows: () => sql`
    select md5(span.id::text)::uuid::text as id, ${billedFields}, null::uuid as server_id, span.subject_type as kind, span.subject_name as name,
      span.item, span.from_at as since
    from span join user_account u on u.id = span.owner_id join site on site.id = span.site_id
    where span.to_at is null and not exists (
      select from server where span.subject_type = 'server' and server.id = span.subject_id
      union all select from image where span.subject_type = 'image' and image.id = span.subject_id
      union all select from server_backup b where span.subject_type = 'backup' and b.id = span.subject_id)`,
});
