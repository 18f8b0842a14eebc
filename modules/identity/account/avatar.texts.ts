import { texts } from '../../../platform/texts.ts'

export const portraitTexts = texts({
  picture: ['Picture of {name}', 'Foto de {name}'],
  noPicture: ['No picture', 'Sin foto'],
})

export const avatarTexts = texts({
  choose: ['Choose a picture', 'Elegir una foto'],
  change: ['Change the picture', 'Cambiar la foto'],
  remove: ['Remove', 'Quitar'],
  removeTitle: ['Remove the picture?', '¿Quitar la foto?'],
  removeText: [
    'The picture of {name} is deleted. The initials are shown instead.',
    'Se elimina la foto de {name}. En su lugar se muestran las iniciales.',
  ],
  hint: ['PNG, JPEG or GIF, up to 10 MB.', 'PNG, JPEG o GIF, hasta 10 MB.'],
  tooLarge: ['The picture is larger than 10 MB.', 'La foto supera los 10 MB.'],
  unreadable: ['This file is not a picture that can be shown.', 'Este archivo no es una foto que se pueda mostrar.'],
  crop: ['Choose the part to show', 'Elija la parte que se muestra'],
  cropHint: [
    'Drag the picture, or move it with the arrow keys.',
    'Arrastre la foto o muévala con las teclas de flecha.',
  ],
  area: ['Shown part of the picture; arrow keys move it', 'Parte visible de la foto; las flechas la mueven'],
  zoom: ['Zoom', 'Ampliación'],
  use: ['Use this picture', 'Usar esta foto'],
  uploading: ['Uploading…', 'Subiendo…'],
})
