import { texts } from '#platform/texts.ts'

export const paletteTexts = texts({
  open: ['Go to…', 'Ir a…'],
  title: ['Go to a page or record', 'Ir a una página o un registro'],
  field: ['Name, email, number or page', 'Nombre, correo electrónico, número o página'],
  lead: [
    'Type the first letters of a name or page, or a number.',
    'Escriba las primeras letras del nombre de un estudiante, una organización o una página, o un número.',
  ],
  everywhere: ['Everywhere', 'En todas partes'],
  pages: ['Pages', 'Páginas'],
  student: ['Students', 'Estudiantes'],
  staff: ['Staff', 'Personal'],
  organization: ['Organizations', 'Organizaciones'],
  order: ['Orders', 'Pedidos'],
  ticket: ['Tickets', 'Solicitudes'],
  key: ['Authorization keys', 'Claves de autorización'],
  orderNamed: ['Order {number}', 'Pedido {number}'],
  ticketNamed: ['Ticket {number}', 'Solicitud {number}'],
  searching: ['Searching…', 'Buscando…'],
  none: [
    'Nothing found. Check the spelling, or try an email or a number.',
    'No se encontró nada. Revise lo que escribió o pruebe con un correo electrónico o un número.',
  ],
  failed: ["We couldn't search. Try again.", 'No pudimos buscar. Inténtelo de nuevo.'],
  found: ['{n} found', 'Resultados: {n}'],
})
