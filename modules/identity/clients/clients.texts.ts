import { texts } from '#platform/texts.ts'

export const clientTexts = texts({
  nameMissing: ['Enter a name.', 'Escriba un nombre.'],
  purposeMissing: ['Enter what the program does.', 'Escriba qué hace el programa.'],
  permissionMissing: ['Choose at least one permission.', 'Elija al menos un permiso.'],
  networkWrong: [
    'Enter addresses like 203.0.113.7 or networks like 203.0.113.0/24.',
    'Escriba direcciones como 203.0.113.7 o redes como 203.0.113.0/24.',
  ],
})
