import { texts } from '#platform/texts.ts'

export const documentTexts = texts({
  documents: ['Documents', 'Documentos'],
  hint: ['{types}. Up to {size} each.', '{types}. Hasta {size} cada uno.'],
  uploading: ['Uploading {name}', 'Subiendo {name}'],
  stop: ['Stop', 'Detener'],
  uploaded: ['{name} was uploaded.', 'Se subió {name}.'],
  tooLarge: [
    '{name} is larger than {size}. Choose a smaller file.',
    '{name} supera los {size}. Elija un archivo más pequeño.',
  ],
  empty: ['No documents yet.', 'Todavía no hay documentos.'],
  emptyOwn: [
    'Upload the documents that your course or a court asks for.',
    'Suba aquí los documentos que le pida su curso o un tribunal.',
  ],
  emptyStaff: [
    'Documents uploaded by this person or by staff will appear here.',
    'Aquí aparecerán los documentos que suban esta persona o el personal.',
  ],
  emptyOrganization: [
    'Upload contracts, tax forms and other documents for this organization. Its staff can see them too.',
    'Suba contratos, formularios fiscales y otros documentos de esta organización. Su personal también podrá verlos.',
  ],
  name: ['Name', 'Nombre'],
  kind: ['Type', 'Tipo'],
  size: ['Size', 'Tamaño'],
  date: ['Uploaded', 'Fecha'],
  by: ['Uploaded by', 'Subido por'],
  actions: ['Actions', 'Acciones'],
  download: ['Download {name}', 'Descargar {name}'],
  delete: ['Delete', 'Eliminar'],
  deleteOne: ['Delete {name}', 'Eliminar {name}'],
  deleteTitle: ['Delete the document?', '¿Eliminar el documento?'],
  deleteText: ["{name} will be deleted. You can't get it back.", 'Se eliminará {name}. No podrá recuperarlo.'],
  duplicateTitle: ['Duplicate File Detected', 'Archivo duplicado detectado'],
  duplicateText: [
    'This file is a duplicate. Are you sure you want to upload it?',
    'Este archivo está duplicado. ¿Seguro que desea subirlo?',
  ],
  upload: ['Upload', 'Subir'],
})
