import { texts } from '#platform/texts.ts'

export const signerTexts = texts({
  title: ['Certificate Signer', 'Firma de certificados'],
  lead: [
    'The person who signs your certificates. It applies to certificates from now on; issued ones stay as they are.',
    'La persona que firma sus certificados. Se aplica a los certificados nuevos; los ya emitidos no cambian.',
  ],
  none: [
    "You haven't named a signer yet, so your certificates have no signature.",
    'Aún no ha indicado quién firma, así que sus certificados no llevan firma.',
  ],
  person: ['Signer', 'Persona que firma'],
  name: ['Name', 'Nombre'],
  nameHint: ['Leave empty to print no signature.', 'Déjelo vacío para no imprimir ninguna firma.'],
  jobTitle: ['Title', 'Cargo'],
  jobTitleHint: ['For example, School Director.', 'Por ejemplo, School Director.'],
  jobTitleEs: ['Title in Spanish', 'Cargo en español'],
  jobTitleEsHint: ['On certificates of Spanish courses.', 'En los certificados de cursos en español.'],
  approvalNumber: ['School or approval number', 'Número de la escuela o de aprobación'],
  approvalHint: ['A certificate template can print it.', 'Una plantilla de certificado puede imprimirlo.'],
  signature: ['Picture of the signature', 'Imagen de la firma'],
  signatureHint: [
    'PNG, JPEG or WebP, up to 5 MB. A PNG with a transparent background looks best.',
    'PNG, JPEG o WebP, de hasta 5 MB. Se ve mejor un PNG con fondo transparente.',
  ],
  removeSignature: ['Remove the picture', 'Quitar la imagen'],
  preview: ['Preview', 'Vista previa'],
  previewAlt: ['Certificate with sample data', 'Certificado con datos de ejemplo'],
  save: ['Save', 'Guardar'],
  saving: ['Saving…', 'Guardando…'],
  saved: ['Saved. New certificates use it.', 'Guardado. Los certificados nuevos lo usan.'],
  setUp: ['Name a signer', 'Indicar quién firma'],
})
