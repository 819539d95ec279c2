import { useState } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Wall } from './wall.tsx';

/** What stands over everything until the person goes on by his own hand. */
export const WallStory = () => {
  const [isUp, setUp] = useState(false);
  return (
    <Card title="Pared">
      <Button onClick={() => setUp(true)}>Ver pared</Button>
      {isUp ? (
        <Wall title="Ya no estás en La Esperanza">
          <p>Si estabas escribiendo algo, queda guardado en este celular.</p>
          <Button variant="primary" wide onClick={() => setUp(false)}>
            Ir a El Otro Campo
          </Button>
        </Wall>
      ) : null}
    </Card>
  );
};
