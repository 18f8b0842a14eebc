import { texts } from '#platform/texts.ts'

export const evidenceTexts = texts({
  title: ['Agreement', 'Acuerdo'],
  lead: ['What {buyer} agreed to with order {order}.', 'Lo que aceptó {buyer} con el pedido {order}.'],
  none: [
    'Nothing was recorded. The courses asked for no agreement, and the organization had no terms of its own.',
    'No se registró nada. Los cursos no pedían ningún acuerdo y la organización no tenía términos propios.',
  ],
  disclaimer: ['Disclaimers of the courses', 'Condiciones de los cursos'],
  terms: ['Terms of use', 'Términos de uso'],
  privacy: ['Privacy policy', 'Política de privacidad'],
  occasion: ['Accepted when', 'Momento de la aceptación'],
  order: ['Ordering', 'Al hacer el pedido'],
  'sign-up': ['Signing up', 'Al registrarse'],
  version: ['Version', 'Versión'],
  language: ['Language', 'Idioma'],
  at: ['Agreed on', 'Aceptado el'],
  hash: ['Fingerprint (SHA-256)', 'Huella (SHA-256)'],
  typed: ['Typed', 'Escrito'],
  address: ['IP address', 'Dirección IP'],
  browser: ['Browser', 'Navegador'],
  text: ['Show the text', 'Mostrar el texto'],
  back: ['Back to payments', 'Volver a los pagos'],
  english: ['English', 'Inglés'],
  spanish: ['Spanish', 'Español'],
})
