import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import { columnsOfUser, defineReport, userFields } from '../../report.ts';

export const customersWithPhone = defineReport({
  id: 'customersWithPhone',
  title: localize('customersWithPhone'),
  detail: localize('customersWithPhone.detail'),
  icon: 'device-mobile',
  section: 'infrastructure',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    { key: 'name', title: localize('customersWithPhone.name'), type: 'text' },
    { key: 'phone', title: localize('customersWithPhone.phone.phoneNumber'), type: 'text' },
    { key: 'description', title: localize('customersWithPhone.description'), type: 'text' },
    { key: 'created_at', title: localize('customersWithPhone.createdAt.verified'), type: 'moment' },
  ],
  sorting: 'email',
  rows: () => sql`
    select p.id::text as id, ${userFields}, null::uuid as server_id, trim(u.first_name || ' ' || u.last_name) as name, p.phone, p.description,
      p.created_at
    from user_phone p join user_account u on u.id = p.user_id join site on site.id = u.site_id
    where u.deleted_at is null`,
});
