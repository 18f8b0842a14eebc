import { texts } from '#platform/texts.ts'

export const shortcutTexts = texts({
  title: ['Keyboard shortcuts', 'Atajos de teclado'],
  next: ['Next ticket', 'Solicitud siguiente'],
  previous: ['Previous ticket', 'Solicitud anterior'],
  open: ['Open the selected ticket', 'Abrir la solicitud seleccionada'],
  reply: ['Write a reply', 'Escribir una respuesta'],
  resolve: ['Choose “Resolved” (press Enter to confirm)', 'Elegir “Resuelta”; Enter confirma'],
  search: ['Search tickets', 'Buscar solicitudes'],
  help: ['Show this list', 'Mostrar esta lista'],
  on: ['Use keyboard shortcuts', 'Usar atajos de teclado'],
  onHint: ["They don't work while you're typing.", 'No actúan mientras usted escribe.'],
})
