import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';

const text = textsOf<typeof common>('common');

/** Shown while a screen's chunk loads. */
export function ScreenLoading() {
  return (
    <div className="screen-loading" role="status">
      {text('loading')}
    </div>
  );
}
