import type { Column } from '../../../../web/table/columns.ts';
import { formatBytes, formatGb } from '../../../../web/ui/values/values.tsx';
import {
  ContentCheck,
  fullName,
  type Image,
  ImageOwner,
  ImageState,
  kindName,
  Marks,
} from './image.tsx';
import styles from './images.module.css';
import { text } from './text.ts';

export const columns = (open: (id: string) => void): Column<Image>[] => [
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isName: true,
    cell: (image) => (
      <>
        <button
          type="button"
          className={`link-button ${styles.imageName}`}
          aria-haspopup="dialog"
          onClick={() => open(image.id)}
        >
          <bdi>{fullName(image)}</bdi>
        </button>
        <Marks image={image} />
      </>
    ),
  },
  { key: 'kind', title: text('kind'), sort: 'kind', cell: (image) => kindName(image.kind) },
  { key: 'os', title: text('os'), sort: 'os', cell: (image) => <bdi>{image.os}</bdi> },
  {
    key: 'state',
    title: text('state'),
    sort: 'state',
    cell: (image) => <ImageState image={image} />,
  },
  {
    key: 'size',
    title: text('size'),
    align: 'end',
    cell: (image) =>
      image.sizeBytes === null ? (
        <span className="soft">–</span>
      ) : (
        <bdi>{formatBytes(image.sizeBytes)}</bdi>
      ),
  },
  {
    key: 'minDisk',
    title: text('minDisk'),
    align: 'end',
    cell: (image) => <bdi>{formatGb(image.minDiskGb)}</bdi>,
  },
  { key: 'whose', title: text('whose'), cell: (image) => <ImageOwner image={image} /> },
  {
    key: 'check',
    title: text('check'),
    isShown: false,
    cell: (image) => <ContentCheck image={image} />,
  },
  {
    key: 'usedBy',
    title: text('usedBy'),
    align: 'end',
    isShown: false,
    cell: (image) => image.usedBy,
  },
];
