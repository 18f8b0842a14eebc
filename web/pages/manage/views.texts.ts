import { texts } from '#platform/texts.ts'

export const viewPageTexts = texts({
  title: ['Saved views', 'Vistas guardadas'],
  titleOf: ['Saved views: {list}', 'Vistas guardadas: {list}'],
  lead: [
    'A view opens a list with your filters, order and columns. Shared views are for all staff of this organization.',
    'Una vista abre una lista con sus filtros, orden y columnas. Las compartidas son para todo el personal de esta organización.',
  ],
  back: ['Back to the list', 'Volver a la lista'],
  empty: ['You have no saved views for this list yet.', 'Todavía no tiene vistas guardadas de esta lista.'],
  emptyLead: [
    'Filter the list, then choose Views and Save as new view.',
    'Filtre la lista; después elija Vistas y Guardar como vista nueva.',
  ],
  own: ['Only you', 'Solo usted'],
  shared: ['Shared', 'Compartida'],
  mine: ['Opens for you', 'Se abre para usted'],
  everyones: ['Opens for everyone', 'Se abre para todos'],
  name: ['Name', 'Nombre'],
  share: ["Share with this organization's staff", 'Compartir con el personal de esta organización'],
  save: ['Save', 'Guardar'],
  open: ['Open', 'Abrir'],
  openForMe: ['Open the list with this view', 'Abrir la lista con ella'],
  openForAll: ['Open the list with this view for everyone', 'Abrirla para todos'],
  remove: ['Delete', 'Eliminar'],
  removeTitle: ['Delete {view}?', '¿Eliminar {view}?'],
  removeLead: [
    "The view will be deleted. The rows in the list won't change.",
    'Se elimina la vista. Las filas de la lista se conservan.',
  ],
  removeShared: [
    "Everyone who uses this shared view will lose it. The rows in the list won't change.",
    'Todos los que usan esta vista compartida la pierden. Las filas de la lista se conservan.',
  ],
  cancel: ['Cancel', 'Cancelar'],
  whole: ['Open the list without a view', 'Abrir la lista sin ninguna vista'],
  wholeForAll: ['Open the list without a view for everyone', 'Abrirla sin ninguna vista para todos'],
})
