import { sql } from 'kysely';
import { columnsOfUser, defineReport, text, userFields } from '../report.ts';

export const customersWithPhone = defineReport({
  id: 'customersWithPhone',
  title: text('Customers with a phone number', 'לקוחות עם מספר טלפון'),
  detail: text(
    'Verified phone numbers of customers, for contacting them.',
    'מספרי הטלפון המאומתים של הלקוחות, ליצירת קשר.',
  ),
  icon: 'device-mobile',
  section: 'infrastructure',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    { key: 'name', title: text('Name', 'שם'), type: 'text' },
    { key: 'phone', title: text('Phone number', 'מספר טלפון'), type: 'text' },
    { key: 'description', title: text('Description', 'תיאור'), type: 'text' },
    { key: 'created_at', title: text('Verified on', 'אומת בתאריך'), type: 'moment' },
  ],
  sorting: 'email',
  rows: () => sql`
    select p.id::text as id, ${userFields}, null::uuid as server_id, trim(u.first_name || ' ' || u.last_name) as name, p.phone, p.description,
      p.created_at
    from user_phone p join user_account u on u.id = p.user_id join site on site.id = u.site_id
    where u.deleted_at is null`,
});
