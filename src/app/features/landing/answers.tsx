import styles from './landing.module.css';

const answers = [
  {
    question: '¿Para qué sí hace falta señal?',
    answer:
      'Para crear la cuenta, ingresar la primera vez en cada celular y sumar gente al equipo. Registrar y consultar, no.',
  },
  {
    question: '¿Y si se rompe o se pierde el celular?',
    answer:
      'Lo enviado está en el servidor. Un celular perdido se puede marcar desde otro: manda lo que le quedó y borra los datos del campo apenas tenga señal.',
  },
  {
    question: '¿Quién ve mis datos?',
    answer: 'El equipo de tu establecimiento, cada uno según su rol. Los exportás a una planilla cuando quieras.',
  },
  {
    question: '¿Cómo empiezo?',
    answer:
      'Creás la cuenta, le ponés nombre al establecimiento y cargás tus lotes con los animales que hay. Las categorías de hacienda vienen listas.',
  },
] as const;

export const Answers = () => (
  <section className={styles.steps} aria-labelledby="preguntas">
    <h2 id="preguntas">Preguntas</h2>
    <dl>
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
);
