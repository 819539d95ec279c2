import { useState } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { BlockingScreen } from './blocking-screen.tsx';

export const BlockingScreenStory = () => {
  const [isUp, setUp] = useState(false);
  return (
    <Card title="Pared">
      <Button onClick={() => setUp(true)}>Ver pared</Button>
      {isUp ? (
        <BlockingScreen title="Ya no estás en La Esperanza">
          <p>Si estabas escribiendo algo, queda guardado en este celular.</p>
          <Button variant="primary" wide onClick={() => setUp(false)}>
            Ir a El Otro Campo
          </Button>
        </BlockingScreen>
      ) : null}
    </Card>
  );
};
