import { defineErrors } from '../../platform/errors.ts'

export const backofficeErrors = defineErrors({
  builtInLanguage: [
    422,
    'BUILT_IN_LANGUAGE',
    [
      'English and Spanish are part of the product. They stay.',
      'El inglés y el español son parte del producto. Se conservan.',
    ],
  ],
  tooManyLanguages: [
    409,
    'TOO_MANY_LANGUAGES',
    [
      'There can be {most} languages. Delete one that you no longer need.',
      'Puede haber {most} idiomas. Elimine uno que ya no necesite.',
    ],
  ],
  notSentAgain: [
    422,
    'NOT_SENT_AGAIN',
    ["This email can't be sent again.", 'Este correo no se puede volver a enviar.'],
  ],
  notYourNote: [
    403,
    'NOT_YOUR_NOTE',
    ['Only the author or an Admin can change this note.', 'Solo el autor o un administrador puede cambiar esta nota.'],
  ],
  notRemovable: [
    409,
    'NOT_REMOVABLE',
    [
      '{said} They have payments, certificates or courses. Disable the account instead.',
      '{said} Tiene pagos, certificados o cursos. En su lugar, deshabilite la cuenta.',
    ],
  ],
  codeFixed: [
    409,
    'CODE_FIXED',
    [
      "The code can't be changed: this organization has sold courses.",
      'El código no se puede cambiar: esta organización ya vendió cursos.',
    ],
  ],
  ownOrganization: [
    403,
    'OWN_ORGANIZATION',
    [
      "You can't do this to the main organization or to your own. Use the site of its parent organization.",
      'No puede hacer esto con la organización principal ni con la suya. Use el sitio de la organización superior.',
    ],
  ],
  suspended: [
    403,
    'ORGANIZATION_SUSPENDED',
    [
      'Only an Admin can change a suspended organization.',
      'Solo un administrador puede cambiar una organización suspendida.',
    ],
  ],
  organizationInUse: [
    409,
    'ORGANIZATION_IN_USE',
    [
      'This organization has people, sub-organizations or sales. Deactivate it instead.',
      'Esta organización tiene personas, suborganizaciones o ventas. En su lugar, desactívela.',
    ],
  ],
  ownStatus: [
    403,
    'OWN_STATUS',
    ["You can't enable or disable your own account.", 'No puede habilitar ni deshabilitar su propia cuenta.'],
  ],
})
