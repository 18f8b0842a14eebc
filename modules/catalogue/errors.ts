import { defineErrors } from '#platform/errors.ts'

export const catalogueErrors = defineErrors({
  duplicate: [
    409,
    'DUP',
    [
      'This file is a duplicate. Are you sure you want to upload it?',
      'Este archivo está duplicado. ¿Seguro que desea subirlo?',
    ],
  ],
  tooManyDocuments: [
    422,
    'TOO_MANY_DOCUMENTS',
    [
      "You've reached the limit of {most} documents. Delete one to upload another.",
      'Ya llegó al límite de {most} documentos. Elimine uno para subir otro.',
    ],
  ],
  tooManyTemplates: [
    422,
    'TOO_MANY_TEMPLATES',
    [
      "You've reached the limit of 200 certificate templates. Change one that is no longer used.",
      'Ya llegó al límite de 200 plantillas de certificado. Cambie una que ya no se use.',
    ],
  ],
  notYourDocument: [
    403,
    'NOT_YOUR_DOCUMENT',
    ['Only staff can delete this document.', 'Solo el personal puede eliminar este documento.'],
  ],
  websiteExists: [
    409,
    'WEBSITE_EXISTS',
    [
      'A website with this name already exists. Use another name.',
      'Ya existe un sitio web con este nombre. Use otro nombre.',
    ],
  ],
  defaultWebsiteNeeded: [
    422,
    'DEFAULT_WEBSITE_NEEDED',
    [
      'This is the default website. Make another website the default first.',
      'Este es el sitio web predeterminado. Primero elija otro como predeterminado.',
    ],
  ],
  noWebsite: [
    422,
    'NO_WEBSITE',
    [
      "The organization doesn't have a website yet. Add one first.",
      'La organización todavía no tiene ningún sitio web. Primero agregue uno.',
    ],
  ],
  courseOnWebsite: [
    409,
    'COURSE_ON_WEBSITE',
    ['This course is already on the website.', 'Este curso ya está en el sitio web.'],
  ],
  changedMeanwhile: [
    409,
    'CHANGED_MEANWHILE',
    [
      'Someone else changed this while you were editing. Nothing was saved. Open it again to see their changes, or save again to replace them with yours.',
      'Otra persona cambió esto mientras usted lo editaba. No se guardó nada. Vuelva a abrirlo para ver esos cambios o guarde otra vez para reemplazarlos por los suyos.',
    ],
  ],
  termsFromAbove: [
    403,
    'TERMS_FROM_ABOVE',
    [
      'The parent organization sets the admin price, the minimum and the maximum.',
      'La organización superior fija el precio administrativo, el mínimo y el máximo.',
    ],
  ],
  betterThanOwn: [
    403,
    'BETTER_THAN_OWN',
    [
      "A sub-organization can't have better terms than your own organization. Nothing was saved.",
      'Una suborganización no puede tener mejores condiciones que su propia organización. No se guardó nada.',
    ],
  ],
  logoRefused: [
    422,
    'LOGO_REFUSED',
    [
      "We can't use this picture. Choose a PNG or JPEG of up to 25 megapixels.",
      'No podemos usar esta imagen. Elija un PNG o JPEG de hasta 25 megapíxeles.',
    ],
  ],
  bundleAges: [
    422,
    'BUNDLE_AGES',
    [
      'The bundled courses are for different ages, so no one could buy them together.',
      'Los cursos del paquete son para edades distintas, así que nadie podría comprarlos juntos.',
    ],
  ],
  courseNotReady: [
    422,
    'COURSE_NOT_READY',
    [
      "This course can't be published yet. Fix the problems in the report first.",
      'Este curso todavía no se puede publicar. Primero corrija los problemas del informe.',
    ],
  ],
  imageUnknown: [
    422,
    'IMAGE_UNKNOWN',
    [
      "That image isn't in the media library. Choose one from the library, or upload it there.",
      'Esa imagen no está en la biblioteca multimedia. Elija una de la biblioteca o súbala ahí.',
    ],
  ],
  courseIsPublished: [
    422,
    'COURSE_PUBLISHED',
    ['Unpublish this course before you remove it.', 'Anule la publicación de este curso antes de eliminarlo.'],
  ],
  courseIsSold: [
    422,
    'COURSE_SOLD',
    [
      'This course is still on a website. Remove it from all websites first.',
      'Este curso todavía está en un sitio web. Primero quítelo de todos los sitios web.',
    ],
  ],
  tooManyBanks: [
    422,
    'TOO_MANY_BANKS',
    [
      'This course has reached the limit of {most} question banks.',
      'Este curso llegó al límite de {most} bancos de preguntas.',
    ],
  ],
  tooManyCourses: [
    422,
    'TOO_MANY_COURSES',
    [
      'Your organization has reached the limit of {most} courses. Remove one to add another.',
      'Su organización llegó al límite de {most} cursos. Elimine uno para agregar otro.',
    ],
  ],
})
