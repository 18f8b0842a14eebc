import { texts } from '#platform/texts.ts'

export const archiveTexts = texts({
  exportTitle: ['Export of “{name}”', 'Exportación de “{name}”'],
  exportStarted: [
    "The course is being exported. You'll get a notification when its file is ready.",
    'El curso se está exportando. Recibirá una notificación cuando el archivo esté listo.',
  ],
  exported: ['The course and its media. Files: {count}.', 'El curso y su material multimedia. Archivos: {count}.'],
  noRight: [
    'You no longer have permission for this course or this organization.',
    'Ya no tiene permiso para este curso o esta organización.',
  ],
  exportGone: ['This course no longer exists.', 'Este curso ya no existe.'],
  exportMediumGone: [
    'A lesson shows a file that no longer exists. Remove it from the lesson, then export the course again.',
    'Una lección muestra un archivo que ya no existe. Quítelo de la lección y exporte el curso de nuevo.',
  ],
  exportTooLarge: [
    'The course is larger than 2 GB. Make its videos smaller, then export it again.',
    'El curso supera los 2 GB. Reduzca sus videos y expórtelo de nuevo.',
  ],
  exportUnfit: [
    "The file format doesn't support a setting of this course: {path}. Change it, then export the course again.",
    'Un ajuste de este curso no es compatible con el formato del archivo: {path}. Cámbielo y exporte el curso de nuevo.',
  ],
  importTitle: ['Import of “{name}”', 'Importación de “{name}”'],
  importStarted: [
    "The course is being imported. You'll get a notification when it's ready.",
    'El curso se está importando. Recibirá una notificación cuando esté listo.',
  ],
  imported: [
    "“{name}” was added to your courses. It isn't published yet. Files: {count}.",
    '“{name}” ya está entre sus cursos, todavía sin publicar. Archivos: {count}.',
  ],
  importedNoTemplate: [
    "“{name}” was added to your courses. It isn't published yet. Files: {count}. Choose its certificate template, because none here has the same name.",
    '“{name}” ya está entre sus cursos, todavía sin publicar. Archivos: {count}. Elija su plantilla de certificado, porque aquí ninguna tiene el mismo nombre.',
  ],
  noArchive: [
    "This file isn't an exported course. Choose the .zip file from a course export.",
    'Este archivo no es un curso exportado. Elija el archivo .zip de una exportación.',
  ],
  unreadable: [
    'This archive could not be read: it needs too much time or memory. Export the course again, then import that file.',
    'No se pudo leer este archivo: requiere demasiado tiempo o memoria. Exporte el curso de nuevo e importe ese archivo.',
  ],
  importDied: [
    'The server stopped while this course was imported. Nothing was imported. Contact support before you try again.',
    'El servidor se detuvo mientras se importaba este curso. No se importó nada. Comuníquese con soporte antes de intentarlo de nuevo.',
  ],
  otherFormat: [
    "This course was exported by another version of the product and can't be read here. Contact support.",
    'Este curso se exportó con otra versión del producto y no se puede leer aquí.',
  ],
  badEntry: [
    "The archive contains a file that isn't part of a course: {name}. Nothing was imported.",
    'El archivo contiene algo que no pertenece a un curso: {name}. No se importó nada.',
  ],
  badCourse: [
    'The course in the archive has an error at {path}. Nothing was imported.',
    'El curso del archivo tiene un error en {path}. No se importó nada.',
  ],
  badMedium: [
    'A course file is missing, damaged or the wrong type: {name}. Nothing was imported.',
    'Un archivo del curso falta, está dañado o es de otro tipo: {name}. No se importó nada.',
  ],
  tooLarge: [
    'The archive is larger than the limit for a course. Nothing was imported.',
    'El archivo supera el tamaño máximo de un curso. No se importó nada.',
  ],
  tooManyCourses: [
    'Your organization has reached its course limit. Remove a course, then import again.',
    'Su organización llegó a su límite de cursos. Elimine uno e importe de nuevo.',
  ],
  importFailed: ["The course couldn't be imported. Try again.", 'El curso no se pudo importar. Inténtelo de nuevo.'],
  exportCourse: ['Export course', 'Exportar curso'],
  importCourse: ['Import course', 'Importar curso'],
  importLead: [
    'Choose the .zip file of an exported course, up to 2 GB. It becomes a new course that is not published.',
    'Elija el archivo .zip de un curso exportado, de hasta 2 GB. Se convierte en un curso nuevo sin publicar.',
  ],
  chooseZip: ['Course file (.zip)', 'Archivo del curso (.zip)'],
  notZip: ['Choose a .zip file.', 'Elija un archivo .zip.'],
  uploadFailed: [
    "We couldn't upload this file. Choose it again to continue.",
    'No pudimos subir este archivo. Elíjalo de nuevo para continuar.',
  ],
})
