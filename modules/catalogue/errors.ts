import { defineErrors } from '../../platform/errors.ts'

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
      'There are {most} documents already. Delete one to upload another.',
      'Ya hay {most} documentos. Elimine uno para subir otro.',
    ],
  ],
  notYourDocument: [
    403,
    'NOT_YOUR_DOCUMENT',
    ['Only the staff can delete this document.', 'Solo el personal puede eliminar este documento.'],
  ],
  websiteExists: [
    409,
    'WEBSITE_EXISTS',
    ['A website of this name is already there.', 'Ya existe un sitio web con este nombre.'],
  ],
  defaultWebsiteNeeded: [
    422,
    'DEFAULT_WEBSITE_NEEDED',
    [
      'This is the default website. Make another one the default first.',
      'Este es el sitio web predeterminado. Elija antes otro como predeterminado.',
    ],
  ],
  noWebsite: [
    422,
    'NO_WEBSITE',
    [
      'The organization has no website yet. Add one first.',
      'La organización aún no tiene sitio web. Agregue uno antes.',
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
      'Somebody else has changed this meanwhile. Nothing was saved. Open it anew to see their values, or save again to replace them with yours.',
      'Otra persona ha cambiado esto entretanto. No se ha guardado nada. Vuelva a abrirlo para ver sus valores o guarde otra vez para sustituirlos por los suyos.',
    ],
  ],
  termsFromAbove: [
    403,
    'TERMS_FROM_ABOVE',
    [
      'The admin price, the minimum and the maximum are set by the organization above yours.',
      'El precio administrativo, el mínimo y el máximo los fija la organización superior.',
    ],
  ],
  betterThanOwn: [
    403,
    'BETTER_THAN_OWN',
    [
      'An organization below yours cannot get better terms than your own organization has. Nothing was saved.',
      'Una organización dependiente no puede tener mejores condiciones que la suya. No se ha guardado nada.',
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
})
