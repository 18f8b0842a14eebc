import { texts } from '#platform/texts.ts'

export const areaEditorTexts = texts({
  areas: ['Areas', 'Áreas'],
  noPicture: [
    'Choose a picture first. Then draw the areas on it.',
    'Primero elija una imagen. Después dibuje en ella las áreas.',
  ],
  hint: [
    'Drag on the picture to draw a rectangle. Drag an area to move it, and its corners to reshape it. You can also add an area here and type its place below.',
    'Arrastre sobre la imagen para dibujar un rectángulo. Arrastre un área para moverla y sus esquinas para cambiar su forma. También puede agregar un área aquí y escribir su posición abajo.',
  ],
  namesHint: [
    'Students can choose from the list of names instead of tapping, so name the wrong areas as clearly as the right ones.',
    'Los estudiantes pueden elegir de la lista de nombres en vez de tocar. Dé a las áreas incorrectas nombres tan claros como a las correctas.',
  ],
  addRectangle: ['Add rectangle', 'Agregar rectángulo'],
  addPolygon: ['Add polygon', 'Agregar polígono'],
  drawPolygon: ['Draw polygon', 'Dibujar polígono'],
  drawing: [
    'Click each corner of the polygon. Click the first corner again to finish, or press Escape to cancel.',
    'Haga clic en cada esquina del polígono. Haga clic otra vez en la primera para terminar, o presione Escape para cancelar.',
  ],
  finish: ['Finish polygon', 'Terminar polígono'],
  cancel: ['Cancel', 'Cancelar'],
  name: ['Name of area {n}', 'Nombre del área {n}'],
  correct: ['Correct', 'Correcta'],
  place: ['Place of area {n}, in percent of the picture', 'Posición del área {n}, en porcentaje de la imagen'],
  x: ['Left', 'Izquierda'],
  y: ['Top', 'Arriba'],
  width: ['Width', 'Ancho'],
  height: ['Height', 'Alto'],
  cornerX: ['Corner {n}, left', 'Esquina {n}, izquierda'],
  cornerY: ['Corner {n}, top', 'Esquina {n}, arriba'],
  addCorner: ['Add corner', 'Agregar esquina'],
  removeCorner: ['Remove corner {n}', 'Quitar la esquina {n}'],
  remove: ['Remove area {n}', 'Quitar el área {n}'],
})
