import { texts } from '../../../platform/texts.ts'

export const documentTexts = texts({
  documents: ['Documents', 'Documentos'],
  hint: ['{types}; up to {size} each.', '{types}; hasta {size} cada uno.'],
  uploading: ['Uploading {name}', 'Subiendo {name}'],
  stop: ['Stop', 'Detener'],
  uploaded: ['{name} was uploaded.', 'Se ha subido {name}.'],
  tooLarge: ['{name} is larger than {size}.', '{name} supera los {size}.'],
  empty: ['No documents yet.', 'Todavía no hay documentos.'],
  emptyOwn: [
    'Documents that your course or a court asks for can be kept here.',
    'Aquí puede guardar documentos que pida su curso o un tribunal.',
  ],
  emptyStaff: [
    'Documents that this person or the staff upload are kept here.',
    'Aquí se guardan los documentos que suban esta persona o el personal.',
  ],
  name: ['Name', 'Nombre'],
  kind: ['Type', 'Tipo'],
  size: ['Size', 'Tamaño'],
  date: ['Uploaded', 'Subido'],
  by: ['By', 'Por'],
  actions: ['Actions', 'Acciones'],
  download: ['Download {name}', 'Descargar {name}'],
  delete: ['Delete', 'Eliminar'],
  deleteOne: ['Delete {name}', 'Eliminar {name}'],
  deleteTitle: ['Delete the document?', '¿Eliminar el documento?'],
  deleteText: ['{name} will be deleted and cannot be restored.', '{name} se eliminará y no se podrá recuperar.'],
  duplicateTitle: ['Duplicate File Detected', 'Archivo duplicado detectado'],
  duplicateText: [
    'This file is a duplicate. Are you sure you want to upload it?',
    'Este archivo es un duplicado. ¿Está seguro de que quiere subirlo?',
  ],
  upload: ['Upload', 'Subir'],
})
