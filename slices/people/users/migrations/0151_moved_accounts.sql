-- What an account owns moves along to its new site. What was left behind by earlier moves follows now.
do $$
declare
  moved text;
begin
  foreach moved in array array['alert', 'schedule', 'firewall_group', 'user_group', 'network', 'image', 'image_upload'] loop
    execute format(
      'update %I item set site_id = account.site_id from user_account account where account.id = item.owner_id and item.site_id <> account.site_id',
      moved);
  end loop;
end $$;
