import { describe, expect, it } from 'vitest';
import {
  clampToLimits,
  type Datacenter,
  type Image,
  type Options,
  openForm,
  presetOf,
  type ServerForm,
  withDatacenter,
  withPreset,
} from './form.ts';

const limits: Datacenter['limits'] = {
  cpuTypes: [
    { type: 'B', cores: [1, 2, 4] },
    { type: 'T', cores: [1] },
  ],
  ramMb: [512, 1024, 2048, 4096],
  diskGb: [5, 10, 20, 50],
  osDiskMaxGb: 20,
  diskMaxGb: 50,
  disksMax: 4,
  nicsMax: 8,
  serversAtOnce: 10,
};
const datacenter = (id: string, change: Partial<Datacenter['limits']> = {}) =>
  ({ id, limits: { ...limits, ...change } }) as Datacenter;
const image = (id: string, readyIn: string[], min: Partial<Image> = {}) =>
  ({ id, readyIn, minDiskGb: 1, minRamMb: 128, ...min }) as Image;
const preset = {
  datacenterId: 'd1',
  imageId: 'i1',
  cpuType: 'B',
  ramMb: 1024,
  diskGb: 10,
  title: '',
  price: {},
} as unknown as Options['presets'][0];
const options = {
  suggestedName: 'calm-otter',
  datacenterId: 'd1',
  datacenters: [
    datacenter('d1'),
    datacenter('d2', { cpuTypes: [{ type: 'T', cores: [1] }], ramMb: [512] }),
  ],
  images: [
    image('i1', ['d1']),
    image('i2', ['d2']),
    image('i3', ['d1'], { minDiskGb: 15, minRamMb: 2000 }),
  ],
  billingModes: ['hourly', 'monthly'],
  presets: [
    { ...preset, id: 'small', cores: 1 },
    { ...preset, id: 'medium', cores: 2 },
  ],
} as unknown as Options;

const initialForm = (): ServerForm => openForm(options, 'secret') as ServerForm;

it('starts with the small preset, a name and a password, so that no typing is required', () => {
  expect(initialForm()).toMatchObject({
    name: 'calm-otter',
    password: 'secret',
    usesPassword: true,
    imageId: 'i1',
    cores: 1,
    disks: [10],
  });
  expect(presetOf(initialForm(), options.presets)?.id).toBe('small');
});

it('stays closed when no datacenter is available', () => {
  expect(
    openForm({ ...options, datacenterId: null, datacenters: [], presets: [] }, 'secret'),
  ).toBeNull();
});

it('keeps additional disks and the image when the preset changes', () => {
  const medium = options.presets[1] as Options['presets'][0];
  expect(
    withPreset({ ...initialForm(), disks: [10, 50], imageId: 'i3' }, medium, options),
  ).toMatchObject({
    cores: 2,
    disks: [20, 50],
    imageId: 'i3',
  });
});

describe('an image with higher minimum requirements', () => {
  it('selects the next larger disk and memory offered', () => {
    expect(clampToLimits({ ...initialForm(), imageId: 'i3' }, options)).toMatchObject({
      disks: [20],
      ramMb: 2048,
    });
  });
});

describe('changing the datacenter', () => {
  it('selects an image available there and the closest sizes offered', () => {
    expect(withDatacenter({ ...initialForm(), nics: ['n1'] }, 'd2', options)).toMatchObject({
      imageId: 'i2',
      cpuType: 'T',
      cores: 1,
      ramMb: 512,
      nics: ['auto'],
    });
  });

  it('keeps the image when it is available there', () => {
    expect(
      withDatacenter({ ...initialForm(), datacenterId: 'd2', imageId: 'i3' }, 'd1', options)
        .imageId,
    ).toBe('i3');
  });
});
