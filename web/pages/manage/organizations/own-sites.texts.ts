import { texts } from '#platform/texts.ts'

export const ownSiteTexts = texts({
  title: ['Your own sites', 'Sus propios sitios'],
  lead: [
    'Add the sites of {name} where you want to show courses. Pages of a verified site may show the catalog, a course or a checkout button.',
    'Agregue los sitios de {name} donde quiere mostrar cursos. Las páginas de un sitio verificado pueden mostrar el catálogo, un curso o un botón de compra.',
  ],
  address: ['Address of the site', 'Dirección del sitio'],
  addressHint: ['For example https://www.example.com', 'Por ejemplo, https://www.example.com'],
  add: ['Add site', 'Agregar sitio'],
  added: ['The site was added. Verify it next.', 'Se agregó el sitio. Ahora verifíquelo.'],
  none: ['No sites yet', 'Aún no hay sitios'],
  noneLead: ['Add the first one below.', 'Agregue el primero a continuación.'],
  verified: ['Verified', 'Verificado'],
  unverified: ['Not verified', 'Sin verificar'],
  failing: [
    'We haven’t found the proof since {date}. Restore it, then verify the site again. Without it, the site stops showing your courses 7 days after that.',
    'No encontramos la prueba desde el {date}. Restáurela y verifique el sitio de nuevo. Sin ella, el sitio deja de mostrar sus cursos 7 días después de esa fecha.',
  ],
  how: [
    'Put this text in the file {file}, or in a TXT record named {record}:',
    'Ponga este texto en el archivo {file} o en un registro TXT con el nombre {record}:',
  ],
  proof: ['Verification text for {origin}', 'Texto de verificación de {origin}'],
  verify: ['Verify', 'Verificar'],
  again: ['Verify again', 'Verificar de nuevo'],
  remove: ['Remove', 'Quitar'],
  removeAsk: [
    'Pages of {origin} will no longer show your courses.',
    'Las páginas de {origin} ya no mostrarán sus cursos.',
  ],
  use: ['On your page', 'En su página'],
  useLead: [
    'Add this to a page of a verified site. Replace 1001 with the number at the end of the address of your course’s page, and leave out the code if you have none. Checkout opens on this site.',
    'Agregue esto a una página de un sitio verificado. Reemplace 1001 por el número con el que termina la dirección de la página de su curso, y omita el código si no tiene uno. La compra se abre en este sitio.',
  ],
})
