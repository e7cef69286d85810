import type { Answer } from '../../client.ts';
import type shell from '../../texts/shell/en.json';
import { textsOf } from '../../texts/texts.ts';
import { SideDialog } from '../../ui/dialog/SideDialog.tsx';
import { Brand } from './Brand.tsx';
import { Navigation } from './Navigation.tsx';

const text = textsOf<typeof shell>('shell');

/** The menu on a phone, over the screen. */
export default function PhoneMenu({ menu, onClose }: { menu: Answer<'menu'>; onClose(): void }) {
  return (
    <SideDialog
      onClose={onClose}
      size={280}
      title={<Brand />}
      closeButtonProps={{ 'aria-label': text('closeMenu') }}
    >
      <Navigation menu={menu} />
    </SideDialog>
  );
}
