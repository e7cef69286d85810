import {
  below,
  open,
  ownedAtSite,
  type RowRules,
  shared,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

const isOwnImage = `exists (select from image where image.id = image_share.image_id
  and (image.owner_id = any($accounts) or image.site_id = any($sites)))`;

/** Row security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  image: shared(
    ownedAtSite('owner_id'),
    'owner_id is null or is_shared_with_site or id = any((select row_scope_shared_images())::uuid[])',
  ),
  image_copy: open('where an image lies, with nothing of its owner'),
  // Recipients see that an image is shared with them, but not who else it's shared with.
  image_share: {
    kind: 'condition',
    using: `email = (select row_scope_email()) or ${isOwnImage}`,
    check: isOwnImage,
  },
  image_upload: ownedAtSite('owner_id'),
  image_use: below('server', 'server_id'),
};
