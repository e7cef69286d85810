import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import { billedFields, columnsOfUser, defineReport } from '../../report.ts';

export const duplicateExternalIDs = defineReport({
  id: 'duplicateExternalIDs',
  title: localize('duplicateExternalIDs'),
  menuTitle: localize('duplicateExternalIDs.menuTitle'),
  detail: localize('duplicateExternalIDs.detail'),
  icon: 'copy',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    {
      key: 'external_id',
      title: localize('duplicateExternalIDs.externalId.customerNumber'),
      type: 'text',
    },
    { key: 'company', title: localize('duplicateExternalIDs.company'), type: 'text' },
  ],
  sorting: 'external_id',
  rows: () => sql`
    select md5(n.company_id::text || n.user_id::text)::uuid::text as id, ${billedFields}, null::uuid as server_id, n.external_id, c.legal_name as company
    from customer_number n join company c on c.id = n.company_id join user_account u on u.id = n.user_id join site on site.id = u.site_id
    where u.deleted_at is null and exists (
      select from customer_number other join user_account them on them.id = other.user_id
      where other.external_id = n.external_id and other.user_id <> n.user_id and them.deleted_at is null)`,
});
