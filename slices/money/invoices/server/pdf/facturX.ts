import type PDFDocument from 'pdfkit';
import { branch, escapeXml, leaf } from '../export/xml.ts';

/** Factur-X 1.0: the names are prescribed by its section on PDF/A-3. */
const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const fileName = 'factur-x.xml';

export interface Labels {
  title: string;
  author: string;
  madeAt: Date;
  /** The structured invoice. Null to create a PDF without one. */
  xml: string | null;
}

/** Embeds the structured invoice in the file and declares it in the metadata. */
export function attachFacturX(pdf: PDFDocument, { title, author, madeAt, xml }: Labels): void {
  // pdfkit writes its own title into the metadata without escaping. A name with an ampersand would
  // make the metadata invalid.
  pdf.appendXML(
    description(
      'xmlns:dc="http://purl.org/dc/elements/1.1/"',
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>`,
      `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`,
    ),
  );
  if (xml === null) return;
  pdf.file(Buffer.from(xml), {
    ...{
      name: fileName,
      type: 'text/xml',
      relationship: 'Alternative',
      description: 'Factur-X invoice',
    },
    ...{ creationDate: madeAt, modifiedDate: madeAt },
  });
  pdf.appendXML(extensionSchema());
  const values = [
    leaf('fx:DocumentType', 'INVOICE'),
    leaf('fx:DocumentFileName', fileName),
    leaf('fx:Version', '1.0'),
    leaf('fx:ConformanceLevel', 'EN 16931'),
  ];
  pdf.appendXML(description(`xmlns:fx="${namespace}"`, ...values));
}

const description = (namespaces: string, ...parts: readonly (string | null)[]): string =>
  `<rdf:Description rdf:about="" ${namespaces}>${parts.join('')}</rdf:Description>`;

/** PDF/A requires a description of all custom properties in the file. */
function extensionSchema(): string {
  const properties = {
    DocumentFileName: 'Name of the embedded structured invoice',
    DocumentType: 'INVOICE',
    Version: 'Version of the standard of the embedded structured invoice',
    ConformanceLevel: 'Profile of the embedded structured invoice',
  };
  const described = Object.entries(properties).map(([name, propertyDescription]) =>
    resource(
      leaf('pdfaProperty:name', name),
      leaf('pdfaProperty:valueType', 'Text'),
      leaf('pdfaProperty:category', 'external'),
      leaf('pdfaProperty:description', propertyDescription),
    ),
  );
  const schema = resource(
    leaf('pdfaSchema:schema', 'Factur-X PDFA Extension Schema'),
    leaf('pdfaSchema:namespaceURI', namespace),
    leaf('pdfaSchema:prefix', 'fx'),
    branch('pdfaSchema:property', branch('rdf:Seq', described)),
  );
  const namespaces = ['extension/', 'schema#', 'property#'].map((part) => {
    const name = part.replace(/\W/g, '');
    return `xmlns:pdfa${name[0]?.toUpperCase()}${name.slice(1)}="http://www.aiim.org/pdfa/ns/${part}"`;
  });
  return description(
    namespaces.join(' '),
    branch('pdfaExtension:schemas', branch('rdf:Bag', schema)),
  );
}

const resource = (...parts: readonly (string | null)[]): string =>
  `<rdf:li rdf:parseType="Resource">${parts.join('')}</rdf:li>`;
