import { texts } from '../texts.ts'

/** What a grid says about a query that it cannot answer. */
export const queryWords = texts({
  unknownColumn: ['There is no {name} column.', 'No existe la columna {name}.'],
  tooManySorts: ['You can sort by up to three columns.', 'Puede ordenar por tres columnas como máximo.'],
  badOperator: [
    "This column can't be filtered that way. Choose another filter.",
    'Esta columna no se puede filtrar así. Elija otro filtro.',
  ],
  badDate: ['Enter a date as MM/DD/YYYY.', 'Escriba la fecha como MM/DD/AAAA.'],
  badValue: [
    "This value doesn't match the column. Enter another value.",
    'Este valor no corresponde a la columna. Escriba otro.',
  ],
  endBeforeStart: [
    "The end date can't be before the start date.",
    'La fecha final no puede ser anterior a la inicial.',
  ],
  badCursor: [
    'This page belongs to another list. Go back to the first page.',
    'Esta página es de otra lista. Vuelva a la primera página.',
  ],
})

/** What the page of a grid says. */
export const gridWords = texts({
  search: ['Search', 'Buscar'],
  filters: ['Filters', 'Filtros'],
  columns: ['Columns', 'Columnas'],
  apply: ['Apply', 'Aplicar'],
  clear: ['Clear filters', 'Borrar filtros'],
  any: ['Any', 'Cualquiera'],
  yes: ['Yes', 'Sí'],
  no: ['No', 'No'],
  from: ['From', 'Desde'],
  to: ['To', 'Hasta'],
  perPage: ['Items per page', 'Elementos por página'],
  export: ['Export To Excel', 'Exportar a Excel'],
  exportPage: ['Export Page To Excel', 'Exportar esta página a Excel'],
  exporting: ['Exporting', 'Exportando'],
  received: ['{size} kB', '{size} kB'],
  exportFailed: ['The export failed. Try again.', 'No se pudo exportar. Inténtelo de nuevo.'],
  fetching: ['Currently Fetching', 'Cargando datos'],
  tryAgain: ['Try again', 'Intentar de nuevo'],
  range: ['{from}–{to} of {count}', '{from}–{to} de {count}'],
  estimated: ['{from}–{to} of 10,000+ (about {count})', '{from}–{to} de más de 10,000 (unos {count})'],
  none: ['0 results', '0 resultados'],
  emptyFiltered: ['No results match your search and filters.', 'No hay resultados para su búsqueda y sus filtros.'],
  pages: ['Pages', 'Páginas'],
  previous: ['Previous', 'Anterior'],
  next: ['Next', 'Siguiente'],
  actions: ['Actions', 'Acciones'],
  actionsOf: ['Actions for {row}', 'Acciones de {row}'],
  select: ['Select {row}', 'Seleccionar {row}'],
  selectAll: ['Select all rows on this page', 'Seleccionar todas las filas de esta página'],
  selected: ['{n} selected', 'Seleccionadas: {n}'],
  remove: ['Remove filter: {filter}', 'Quitar filtro: {filter}'],
  keys: [
    'Use the arrow keys to move between rows, Space to select and Enter to open actions.',
    'Use las flechas para pasar de una fila a otra, la barra espaciadora para seleccionar y Entrar para abrir las acciones.',
  ],
  contains: ['contains {value}', 'contiene {value}'],
  start: ['starts with {value}', 'empieza con {value}'],
  exact: ['is {value}', 'es {value}'],
  gte: ['from {value}', 'desde {value}'],
  lte: ['to {value}', 'hasta {value}'],
})
