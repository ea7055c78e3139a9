attribute vec3 a_position;
varying float v_up;
void main() {
    v_up = 0.5 + 0.5 * a_position.y;
    gl_Position = vec4(a_position.xy, 0.9999, 1.0);
}
