import { texts } from '#platform/texts.ts'

export const tileWords = texts({
  title: ['Tiles', 'Indicadores'],
  all: ['in total', 'en total'],
  week: ['in the last 7 days', 'en los últimos 7 días'],
  waiting: ['waiting for staff', 'en espera del personal'],
  ofOrganization: ['in this organization', 'de esta organización'],
  ofStudent: ['for this student', 'de este estudiante'],
  added: ['Tile added.', 'Indicador agregado.'],
  removed: ['Tile removed.', 'Indicador quitado.'],
  edit: ['Edit tiles', 'Editar indicadores'],
  done: ['Done', 'Listo'],
  add: ['Add tile', 'Agregar indicador'],
  choose: ['Choose a tile', 'Elija un indicador'],
  remove: ['Remove {tile}', 'Quitar {tile}'],
  earlier: ['Move {tile} forward', 'Mover {tile} hacia adelante'],
  later: ['Move {tile} back', 'Mover {tile} hacia atrás'],
  none: [
    'No tiles yet. Choose Edit tiles to add one.',
    'Todavía no hay indicadores. Elija Editar indicadores para agregar uno.',
  ],
})
