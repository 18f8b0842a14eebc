import { texts } from '#platform/texts.ts'

export const taskTexts = texts({
  title: ['Background tasks', 'Tareas en segundo plano'],
  lead: [
    "Imports, exports and large downloads run here. You can leave this page. You'll get a notification when they're finished.",
    'Aquí se ejecutan las importaciones, exportaciones y descargas grandes. Puede salir de esta página. Recibirá una notificación cuando terminen.',
  ],
  none: ['No tasks yet', 'Todavía no hay tareas'],
  noneLead: [
    'When you start an import, an export or a large download, its progress and its file will appear here.',
    'Cuando inicie una importación, una exportación o una descarga grande, su progreso y su archivo aparecerán aquí.',
  ],
  task: ['Task', 'Tarea'],
  progress: ['Progress', 'Progreso'],
  asked: ['Started', 'Inicio'],
  result: ['Result', 'Resultado'],
  waiting: ['Waiting to start', 'En espera'],
  running: ['Running', 'En curso'],
  done: ['{title} is finished.', '{title}: terminado.'],
  failed: ["{title} couldn't be finished.", '{title}: no se pudo terminar.'],
  isDone: ['Finished', 'Terminada'],
  isFailed: ['Not finished', 'Sin terminar'],
  of: ['{done} of {total}', '{done} de {total}'],
  download: ['Download {name}', 'Descargar {name}'],
  until: ['Available until {date}', 'Disponible hasta el {date}'],
  gone: [
    'The file has expired. Start the task again to get a new one.',
    'El archivo venció. Inicie la tarea de nuevo para obtener otro.',
  ],
  undo: ['Undo', 'Deshacer'],
  undoTask: ['Undo {title}', 'Deshacer {title}'],
  undoUntil: ['Can be undone until {date}', 'Se puede deshacer hasta el {date}'],
  lost: [
    'The task stopped before it was finished. Start it again.',
    'La tarea se detuvo antes de terminar. Iníciela de nuevo.',
  ],
})
