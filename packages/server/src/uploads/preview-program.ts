import { buffer } from 'node:stream/consumers';
import type { SharpInput } from 'sharp';

// The program of the process that `createPreviews` starts: a picture comes in, one that fits into a square goes out.
const MOST_PIXELS = 50_000_000;
const QUALITY = 78;
/** Ends so where the library that draws is not installed. */
const NO_LIBRARY = 3;

/** What may be read, by its media type: the name of the format, and what reads it. Nothing else is. */
const FORMATS: Readonly<Record<string, readonly [format: string, loader: string]>> = {
  'image/jpeg': ['jpeg', 'VipsForeignLoadJpeg'],
  'image/png': ['png', 'VipsForeignLoadPng'],
  'image/gif': ['gif', 'VipsForeignLoadNsgif'],
  'image/webp': ['webp', 'VipsForeignLoadWebp'],
  'image/tiff': ['tiff', 'VipsForeignLoadTiff'],
  'image/avif': ['heif', 'VipsForeignLoadHeif'],
};

/** A library that may be missing. */
async function library<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    process.exit(NO_LIBRARY);
  }
}

/** The first page of a PDF, drawn on white. */
async function firstPage(content: Buffer, most: number): Promise<Parameters<typeof small>> {
  const { PDFiumLibrary } = await library(() => import('@hyzyla/pdfium'));
  const pdfium = await PDFiumLibrary.init();
  const document = await pdfium.loadDocument(content);
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(most / originalWidth, most / originalHeight);
  const { width, height, data } = await page.render({ scale, render: 'bitmap' });
  return [Buffer.from(data), most, { raw: { width, height, channels: 4 } }, null];
}

async function small(
  content: SharpInput,
  most: number,
  options: { readonly raw?: { readonly width: number; readonly height: number; readonly channels: 4 } },
  type: string | null,
): Promise<Buffer> {
  const { default: sharp } = await library(() => import('sharp'));
  const [format = null, loader] = type === null ? [] : (FORMATS[type] ?? ['none', undefined]);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  if (loader !== undefined) sharp.unblock({ operation: [loader] });
  const picture = sharp(content, { ...options, limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error' });
  if (format !== null && (await picture.metadata()).format !== format) throw new TypeError('another format');
  return picture
    .autoOrient()
    .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}

const [type = '', square = ''] = process.argv.slice(2);
const most = Number(square);
const content = await buffer(process.stdin);
const made = await (type === 'application/pdf'
  ? small(...(await firstPage(content, most)))
  : small(content, most, {}, type));
process.stdout.end(made);
